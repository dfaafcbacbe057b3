/** What may be uploaded. Lists as the server's settings have them: comma-separated text or a list, in any case, suffixes with or without a dot. */
export interface UploadLimits {
  /** Bytes; 0: the limit is not known here. */
  maxSize: number
  allowedSuffixes: string | readonly string[]
  allowedMimeTypes: string | readonly string[]
}

/** What is known of a file before it is read. */
export interface FileFacts {
  name: string
  /** Bytes. */
  size: number
  /** MIME type as claimed by who sends it; '' when unknown. */
  type: string
}

/** What is wrong with a file: words `validate.uploadIncomplete`, `validate.uploadType`, `validate.uploadSize`. */
export type UploadFault = 'uploadIncomplete' | 'uploadType' | 'uploadSize'

/**
 * The upload check of the specification (section 5), for browser and server alike: the first rule that is broken, or undefined. `accept` and
 * `maxSize` of a field narrow what the site allows.
 */
export function checkUpload(
  file: FileFacts,
  limits: UploadLimits,
  field: { accept?: string | undefined; maxSize?: number | undefined } = {},
): UploadFault | undefined {
  if (file.name === '' || !(file.size > 0)) return 'uploadIncomplete'
  if (!isAllowedType(file, limits) || (field.accept && !isAccepted(file, field.accept))) return 'uploadType'
  const sizes = [limits.maxSize, field.maxSize ?? 0].filter((size) => size > 0)
  return sizes.some((size) => file.size > size) ? 'uploadSize' : undefined
}

/** Whether the site allows the suffix of the name or the MIME type. */
export function isAllowedType({ name, type }: Pick<FileFacts, 'name' | 'type'>, limits: UploadLimits): boolean {
  const suffix = suffixOf(name)
  const suffixes = listOf(limits.allowedSuffixes).map((each) => each.replace(/^\./, ''))
  return (suffix !== '' && suffixes.includes(suffix)) || (type !== '' && listOf(limits.allowedMimeTypes).includes(typeOf(type)))
}

/** Whether a file fits an `accept` list as HTML writes it: `.pdf`, `application/zip`, `image/*`, separated by commas. */
export function isAccepted({ name, type }: Pick<FileFacts, 'name' | 'type'>, accept: string): boolean {
  const suffix = suffixOf(name)
  const mime = typeOf(type)
  return listOf(accept).some((each) => {
    if (each.startsWith('.')) return each.slice(1) === suffix
    return each.endsWith('/*') ? mime.startsWith(each.slice(0, -1)) : each === mime
  })
}

/** The part of a name behind its last dot, in lower case; '' when there is none. */
export function suffixOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** `text/plain; charset=utf-8` → `text/plain` */
function typeOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

function listOf(list: string | readonly string[]): string[] {
  return (typeof list === 'string' ? list.split(',') : list)
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
}

/** Where uploaded files are served; addresses below it name an attachment. */
export const storagePrefix = '/storage/'

/** Whether an address is that of an uploaded file of this site. */
export function isStored(address: string): boolean {
  return address.startsWith(storagePrefix)
}
