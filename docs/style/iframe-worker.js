// Browsers give no workers to a page that was opened from a disk. There the search runs in a hidden frame instead, so that
// a downloaded copy of the site can be searched too.
if (location.protocol === "file:") {
  window.Worker = class {
    onmessage = null;
    onerror = null;
    onmessageerror = null;
    #frame = document.createElement("iframe");
    #waiting = [];
    #isReady = false;

    constructor(url) {
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data: structuredClone(data) }));
      const script = inside.document.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onerror = (event) => this.onerror?.(event);
      script.onload = () => {
        this.#isReady = true;
        this.#waiting.splice(0).forEach((data) => this.postMessage(data));
      };
      inside.document.body.append(script);
    }

    postMessage(data) {
      if (!this.#isReady) this.#waiting.push(data);
      else setTimeout(() => this.#frame.contentWindow?.onmessage?.({ data: structuredClone(data) }));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
