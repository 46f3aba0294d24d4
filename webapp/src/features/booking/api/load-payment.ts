/**
 * Loads what pays and books, together with the payment step. The step is shown only once both are here, so that a press
 * on Pay never waits for a script.
 */
export const loadPayment = () => import('./pay-and-book')
