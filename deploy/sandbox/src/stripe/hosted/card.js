// Inside a frame: one field of a card. The number's frame reads those beside it, which have its origin, sends the card
// to the provider alone, and tells the shop what became of it.
(() => {
  const { key, name } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const input = document.querySelector('input');
  const tell = (message) => parent.postMessage(message, '*');
  const digits = () => input.value.replace(/\D/g, '');
  const problem = (code, message) => ({ type: 'validation_error', code, message });

  const passesLuhn = (number) =>
    [...number].reverse().reduce((sum, digit, place) => {
      const value = digit * (place % 2 === 1 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) % 10 === 0;

  const isPast = (text) => {
    const now = new Date();
    return 2000 + Number(text.slice(2)) < now.getFullYear() + (Number(text.slice(0, 2)) < now.getMonth() + 1 ? 1 : 0);
  };

  const kinds = {
    cardNumber: {
      label: 'Credit or debit card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      longest: 19,
      show: (text) => text.replace(/(\d{4})(?=\d)/g, '$1 '),
      check: (text) => {
        if (text.length < 15) return problem('incomplete_number', 'Your card number is incomplete.');
        return passesLuhn(text) ? undefined : problem('invalid_number', 'Your card number is invalid.');
      },
    },
    cardExpiry: {
      label: 'Credit or debit card expiration date',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      longest: 4,
      show: (text) => text.replace(/^(\d\d)(?=\d)/, '$1 / '),
      check: (text) => {
        if (text.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
        return isPast(text) ? problem('invalid_expiry_year_past', "Your card's expiration year is in the past.") : undefined;
      },
    },
    cardCvc: {
      label: 'Credit or debit card CVC/CVV',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      longest: 4,
      show: (text) => text,
      check: (text) => (text.length < 3 ? problem('incomplete_cvc', "Your card's security code is incomplete.") : undefined),
    },
  };
  const kind = kinds[name];

  const tellChange = () => {
    const fault = kind.check(digits());
    // What is only unfinished is no fault while it is typed.
    const error = fault?.code.startsWith('incomplete') && document.hasFocus() ? undefined : fault;
    tell({ name: 'change', detail: { elementType: name, complete: !fault, empty: !input.value, error } });
  };

  const siblings = () => {
    const found = {};
    for (let place = 0; place < parent.length; place += 1) {
      try {
        Object.assign(found, parent[place].cardField);
      } catch {
        // A frame of somebody else's.
      }
    }
    return found;
  };

  const create = async (holder) => {
    const fields = siblings();
    for (const { fault } of Object.values(fields)) if (fault()) return { error: fault() };
    const expiry = fields.cardExpiry.digits();
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': digits(),
        'card[exp_month]': expiry.slice(0, 2),
        'card[exp_year]': `20${expiry.slice(2)}`,
        'card[cvc]': fields.cardCvc.digits(),
        'billing_details[name]': holder,
      }),
    });
    const body = await response.json();
    return response.ok ? { paymentMethod: body } : { error: body.error };
  };

  const answers = {
    update: ({ options: { style: { base } = {}, placeholder, disabled } }) => {
      Object.assign(input.style, base);
      input.placeholder = placeholder ?? kind.placeholder;
      input.disabled = disabled ?? false;
    },
    focus: () => input.focus(),
    clear: () => {
      input.value = '';
      tellChange();
    },
    create: async ({ id, holder }) => {
      const away = { type: 'api_connection_error', message: 'The card could not be sent.' };
      tell({ name: 'created', id, result: await create(holder).catch(() => ({ error: away })) });
    },
  };

  input.autocomplete = kind.autocomplete;
  input.ariaLabel = kind.label;
  input.addEventListener('input', () => {
    input.value = kind.show(digits().slice(0, kind.longest));
    tellChange();
  });
  input.addEventListener('focus', () => tell({ name: 'focus' }));
  input.addEventListener('blur', () => {
    tell({ name: 'blur' });
    if (input.value) tellChange();
  });
  addEventListener('message', ({ source, data }) => {
    if (source === parent) answers[data.name]?.(data);
  });
  window.cardField = { [name]: { digits, fault: () => kind.check(digits()) } };
  tell({ name: 'ready' });
})();
