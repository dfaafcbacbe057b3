import type base from '../../schemas/words/zh-cn/runtime.json'

/** Paths to the texts of a tree of words, joined by dots. */
type Paths<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : Paths<Tree[Key], `${Prefix}${Key}.`>
}[keyof Tree & string]

/** Every word the runtime itself says, typed by the base locale: a word that is not there does not compile. */
export type WordKey = Paths<typeof base>
