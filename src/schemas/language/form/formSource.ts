/** Where the one record of a page of kind `form` is kept. */
export type FormSource =
  /** A row of the entity: the acting administrator's own, or the one with this key. */
  | { store: 'row'; key: { self: 'id' } | { value: string | number } }
  /** Every field is a row of this table: its name in the key, its value in `value`. */
  | { store: 'keyValue'; table: string; value: string }
  /** Nowhere: what is entered goes to a server action. */
  | { store: 'call'; call: string }
