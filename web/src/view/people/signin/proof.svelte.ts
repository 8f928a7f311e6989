/** Whether the server wants to see once more that it is really the account's person who asks. */

class Proof {
  isWanted = $state(false);

  ask(): void {
    this.isWanted = true;
  }

  done(): void {
    this.isWanted = false;
  }
}

export const proof = new Proof();
