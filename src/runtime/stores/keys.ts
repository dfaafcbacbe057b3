/** Names under which the browser keeps who is signed in and how the product is shown. */
export const adminInfoKey = 'adminInfo'
export const layoutKey = 'storeConfig_v2'

/** Name under which a tab keeps whom it looks through. */
export const lensKey = 'kontor-lens'
