/**
 * What pays and books. It comes after the passengers' step, with the step that is paid on: that one is not shown before
 * it is here, so that no card waits for a script.
 */
export const loadPayment = () => import('./pay-and-book')
