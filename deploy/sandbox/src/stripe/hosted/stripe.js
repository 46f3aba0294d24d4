// A stand-in for Stripe.js: the card fields live in a frame of the provider's, so the shop never sees a number.
(() => {
  const origin = new URL(document.currentScript.src).origin;

  class CardElement {
    #frame = document.createElement('iframe');
    #listeners = new Map();
    #questions = new Map();
    #receive = (event) => this.#hear(event);

    constructor(key) {
      this.#frame.src = `${origin}/v3/card.html#${encodeURIComponent(key)}`;
      this.#frame.title = 'Card details';
      this.#frame.style.cssText = 'display: block; width: 100%; height: 10rem; border: 0';
    }

    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target;
      window.addEventListener('message', this.#receive);
      parent.replaceChildren(this.#frame);
    }

    unmount() {
      window.removeEventListener('message', this.#receive);
      this.#frame.remove();
    }

    destroy() {
      this.unmount();
    }

    on(name, listener) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
      return this;
    }

    createPaymentMethod() {
      const id = crypto.randomUUID();
      this.#frame.contentWindow.postMessage({ name: 'create', id }, origin);
      return new Promise((resolve) => this.#questions.set(id, resolve));
    }

    #hear({ source, data }) {
      if (source !== this.#frame.contentWindow) return;
      if (data.name === 'created') {
        this.#questions.get(data.id)?.(data.result);
        this.#questions.delete(data.id);
      } else {
        for (const listener of this.#listeners.get(data.name) ?? []) listener(data.detail);
      }
    }
  }

  window.Stripe = (key) => ({
    elements: () => ({ create: () => new CardElement(key) }),
    createPaymentMethod: ({ card }) => card.createPaymentMethod(),
  });
})();
