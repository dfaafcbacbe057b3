/** Path of a field's words: `fields.status`, or `related.user.nickname` one hop away. */
export function wordsAt(path: string): string {
  return path.includes('.') ? `related.${path}` : `fields.${path}`
}

/** The word of a side of a switch: by its value where the field has options, else by `on` and `off`, else the usual one. */
export function sideWord(
  { words, isOn, value }: { words: string; isOn: boolean; value: string | number },
  find: (key: string) => string | undefined,
  t: (key: string) => string,
): string {
  const side = isOn ? 'on' : 'off'
  return find(`${words}.options.${value}`) ?? find(`${words}.options.${side}`) ?? t(`ui.list.${side}`)
}
