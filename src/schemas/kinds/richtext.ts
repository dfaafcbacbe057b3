import { lengthOptions, textKind, textOf, textSchema } from './define.ts'
import { isEmptyMarkup, plainText } from './markup.ts'

/** Text with form, as HTML. What the server's allow-list does not know is taken out before it is stored and again before it is read. */
export const richtext = textKind({
  help: 'Text with form (HTML), cleaned by the server.',
  options: lengthOptions,
  store: () => ({ type: 'text' }),
  schema: (field) => textSchema({ ...field, maxLength: field.maxLength ?? 200_000 }),
  // A text without a word or picture in it (an editor's single empty paragraph) is none.
  fromWire: (value) => {
    const html = textOf(value) ?? ''
    return isEmptyMarkup(html) ? '' : html
  },
  message: 'wrong',
  requiredMessage: 'content',
  markup: true,
  plain: (value) => plainText(String(value)),
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => `<p>Text <strong>${n}</strong></p>`,
})
