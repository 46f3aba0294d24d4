// A stand-in for Stripe.js: each field of a card lives in a frame of the provider's, so the shop never sees a number.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const titles = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  };

  class CardField {
    #frame = document.createElement('iframe');
    #listeners = new Map();
    #questions = new Map();
    #options;
    #receive = (event) => this.#hear(event);

    constructor(key, name, options = {}) {
      this.#options = options;
      this.#frame.src = `${origin}/v3/card.html#${new URLSearchParams({ key, name })}`;
      this.#frame.title = titles[name];
      this.#frame.style.cssText = 'display: block; width: 100%; height: 1.2em; border: 0';
    }

    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target;
      window.addEventListener('message', this.#receive);
      parent.replaceChildren(this.#frame);
      for (const label of document.querySelectorAll(`label[for="${parent.id}"]`)) {
        label.addEventListener('click', () => this.focus());
      }
    }

    destroy() {
      window.removeEventListener('message', this.#receive);
      this.#frame.remove();
    }

    update(options) {
      this.#options = { ...this.#options, ...options };
      this.#tell({ name: 'update', options: this.#options });
    }

    focus() {
      this.#frame.focus();
      this.#tell({ name: 'focus' });
    }

    clear() {
      this.#tell({ name: 'clear' });
    }

    on(name, listener) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
      return this;
    }

    createPaymentMethod(holder) {
      const id = crypto.randomUUID();
      this.#tell({ name: 'create', id, holder });
      return new Promise((resolve) => this.#questions.set(id, resolve));
    }

    #tell(message) {
      this.#frame.contentWindow?.postMessage(message, origin);
    }

    #hear({ source, data }) {
      if (source !== this.#frame.contentWindow) return;
      if (data.name === 'created') {
        this.#questions.get(data.id)?.(data.result);
        this.#questions.delete(data.id);
        return;
      }
      if (data.name === 'ready') this.update({});
      for (const listener of this.#listeners.get(data.name) ?? []) listener(data.detail);
    }
  }

  window.Stripe = (key) => ({
    elements: () => ({ create: (name, options) => new CardField(key, name, options) }),
    createPaymentMethod: ({ card, billing_details }) => card.createPaymentMethod(billing_details?.name ?? ''),
  });
})();
