/** How a button, a card or a toast is coloured. */
export type Severity = 'primary' | 'success' | 'info' | 'warning' | 'danger'
