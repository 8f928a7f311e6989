/** The sound of a piece set down: a short wooden tap, made on the spot. Off unless wanted. */

let context: AudioContext | null = null;

/** Plays the tap; a little higher for one's own pieces. */
export function tap(own: boolean): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(own ? 420 : 320, now);
  tone.frequency.exponentialRampToValueAtTime(own ? 190 : 140, now + 0.07);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
