/** A column comment read by the rule of protocol 5.4: `Title:key=label,key=label`, full-width `：，` too. */
export interface CommentFacts {
  title: string
  options: readonly { value: string; label: string }[]
}

/** Title and dictionary of a comment. Without a dictionary the whole comment is the title. */
export function readComment(comment: string): CommentFacts {
  const text = comment.trim()
  const [, title = text, dictionary = ''] = /^([^:：]*)[:：](.*)$/s.exec(text) ?? []
  const options = dictionary
    .split(/[,，]/)
    .map((pair) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair))
    .flatMap((m) => (m?.[1] && m[2] ? [{ value: m[1], label: m[2] }] : []))
  return options.length > 0 ? { title: title.trim(), options } : { title: text, options: [] }
}
