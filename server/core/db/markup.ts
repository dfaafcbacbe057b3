import sanitize from 'sanitize-html'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { isAllowedAddress, isVideoAddress, markup, videoAttributes } from '../../../src/schemas/kinds/markupList.ts'

const { '*': _everywhere, ...attributes } = markup.attributes

const options: sanitize.IOptions = {
  allowedTags: [...markup.tags],
  allowedAttributes: Object.fromEntries(Object.entries(attributes).map(([tag, names]) => [tag, [...names]])),
  allowedClasses: { '*': [markup.classes] },
  allowedSchemes: [...markup.linkSchemes],
  allowedSchemesByTag: { img: [...markup.imageSchemes] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...markup.dropped],
  nestingLimit: 100,
  transformTags: {
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && isAllowedAddress(href, markup.linkSchemes) ? { href } : {}),
        ...(title === undefined ? {} : { title }),
        target: '_blank',
        rel: 'noopener noreferrer',
      },
    }),
    img: (tagName, { src, ...attribs }) => ({
      tagName,
      attribs: { ...(src !== undefined && isAllowedAddress(src, markup.imageSchemes) ? { src } : {}), ...attribs },
    }),
    video: (tagName, { src }) => ({
      tagName,
      attribs: src !== undefined && isVideoAddress(src) ? { src, ...videoAttributes } : {},
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs.src,
}

/** Rich text with everything taken out that the allow-list (src/schemas/kinds/markupList.ts) does not name. Cleaning twice changes nothing. */
export function cleanMarkup(html: string): string {
  return sanitize(html, options)
}

/** Does the field hold rich text, or rows with some? */
export function holdsMarkup(field: Field): boolean {
  return kindOf(field).markup === true || Object.values(field.fields ?? {}).some(holdsMarkup)
}

/** A model value with its rich text cleaned, also inside rows. Cleaned text is parsed again, so that one left empty counts as empty. */
export function cleanValue(value: unknown, field: Field): unknown {
  const kind = kindOf(field)
  if (kind.markup) return typeof value === 'string' ? kind.fromWire(cleanMarkup(value), field) : value
  if (!field.fields || !Array.isArray(value)) return value
  const inner = Object.values(field.fields).filter(holdsMarkup)
  return value.map((row: unknown) => {
    if (!isObject(row)) return row
    return { ...row, ...Object.fromEntries(inner.map((one) => [one.name, cleanValue(row[one.name], one)])) }
  })
}

/** Cleans the rich text among values, in place, before validation: a required text of nothing but script is empty. */
export function cleanValues(values: Record<string, unknown>, fields: Readonly<Record<string, Field>>): void {
  for (const field of Object.values(fields)) {
    if (Object.hasOwn(values, field.name) && holdsMarkup(field)) values[field.name] = cleanValue(values[field.name], field)
  }
}
