import { createContext, useContext } from 'react'

export type Translate = (key: string, params?: Record<string, unknown>) => string

const UiWords = createContext<Translate>((key) => key)

/** Gives the controls their words: wrap the tree with the translator of the session. */
export const UiWordsProvider = UiWords.Provider

/** The translator of the controls, for keys below `ui.`. Outside a provider it gives the key itself. */
export function useWords(): Translate {
  return useContext(UiWords)
}
