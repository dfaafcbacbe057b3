import DOMPurify from 'dompurify'
import { allowedClasses, isAllowedAddress, isVideoAddress, markup, videoAttributes } from '../../../schemas/kinds/markupList.ts'

const attributes: Readonly<Record<string, readonly string[]>> = markup.attributes
const purify = DOMPurify(window)

// The same list as the server's, attribute by attribute.
purify.addHook('uponSanitizeAttribute', (node, data) => {
  const tag = node.nodeName.toLowerCase()
  const { attrName: name, attrValue: value } = data
  data.keepAttr = [...(attributes['*'] ?? []), ...(attributes[tag] ?? [])].includes(name)
  if (name === 'href') data.keepAttr &&= isAllowedAddress(value, markup.linkSchemes)
  if (name === 'src') data.keepAttr &&= tag === 'video' ? isVideoAddress(value) : isAllowedAddress(value, markup.imageSchemes)
  if (name === 'class') {
    data.attrValue = allowedClasses(value)
    data.keepAttr &&= data.attrValue !== ''
  }
})
purify.addHook('afterSanitizeAttributes', (node) => {
  if (/^(?:IMG|VIDEO)$/.test(node.nodeName) && !node.hasAttribute('src')) node.remove()
  if (node.nodeName === 'VIDEO') for (const [name, value] of Object.entries(videoAttributes)) node.setAttribute(name, value)
  if (node.nodeName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

const config = {
  ALLOWED_TAGS: [...markup.tags],
  ALLOWED_ATTR: [...new Set(Object.values(attributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Rich text as HTML with nothing in it but what the allow-list names. */
export function cleanHtml(html: string): string {
  return purify.sanitize(html, config)
}

/** The same as nodes, ready to be shown. */
export function cleanNodes(html: string): DocumentFragment {
  return purify.sanitize(html, { ...config, RETURN_DOM_FRAGMENT: true })
}
