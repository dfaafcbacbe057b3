import { createContext, useContext } from 'react'

export type Translate = (key: string, params?: Record<string, unknown>) => string

const UiWords = createContext<Translate>((key) => key)

/** Provides the controls with their words: wrap the tree with the session's translator. */
export const UiWordsProvider = UiWords.Provider

/** The translator of the controls, for keys below `ui.`. Outside a provider it returns the key itself. */
export function useWords(): Translate {
  return useContext(UiWords)
}
