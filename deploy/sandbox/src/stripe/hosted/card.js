// Inside the frame: sends the card to the provider alone and tells the shop what became of it.
(() => {
  const key = decodeURIComponent(location.hash.slice(1));
  const form = document.querySelector('form');
  const tell = (message) => parent.postMessage(message, '*');

  const fields = () => {
    const value = (name) => form.elements[name].value.replace(/\s/g, '');
    const [month = '', year = ''] = value('expiry').split('/');
    return { number: value('number'), month, year: year && `20${year}`, cvc: value('cvc') };
  };

  const create = async () => {
    const { number, month, year, cvc } = fields();
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': number,
        'card[exp_month]': month,
        'card[exp_year]': year,
        'card[cvc]': cvc,
      }),
    });
    const body = await response.json();
    return response.ok ? { paymentMethod: body } : { error: body.error };
  };

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const { number, month, year, cvc } = fields();
    const complete = number.length >= 13 && month.length === 2 && year.length === 4 && cvc.length >= 3;
    tell({ name: 'change', detail: { complete, empty: !(number || month || cvc) } });
  });
  addEventListener('message', async ({ source, data }) => {
    if (source !== parent || data.name !== 'create') return;
    const result = await create().catch(() => ({ error: { type: 'api_connection_error', message: 'The card could not be sent.' } }));
    tell({ name: 'created', id: data.id, result });
  });
  tell({ name: 'ready' });
})();
