import { useId } from 'react'
import type { Draft } from '../../schemas/api/designer.ts'
import { locales } from '../../schemas/language/words.ts'
import { Input } from '../ui/inputs/Input.tsx'
import { withWord, wordOf } from './model/draft.ts'
import type { Edit } from './model/history.ts'
import type { Say } from './say.ts'

interface OwnWordsProps {
  t: Say
  draft: Draft
  paths: readonly (readonly string[])[]
  onEdit: Edit
}

/** Words of the draft, both languages side by side. */
export function OwnWords({ t, draft, paths, onEdit }: OwnWordsProps) {
  const id = useId()
  return (
    <table className="d-words">
      <thead>
        <tr>
          <th scope="col">{t('designer.words')}</th>
          {locales.map((locale) => (
            <th key={locale} scope="col" id={`${id}-${locale}`}>
              {t(`designer.locale.${locale}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {paths.map((path) => {
          const row = `${id}-${path.join('-')}`
          return (
            <tr key={path.join('.')}>
              <th scope="row" id={row}>
                {titleOf(t, path)}
              </th>
              {locales.map((locale) => (
                <td key={locale}>
                  <Input
                    labelledBy={`${row} ${id}-${locale}`}
                    value={wordOf(draft, locale, path)}
                    onChange={(text) => onEdit(withWord(draft, locale, path, text), `word ${locale} ${path.join('.')}`)}
                  />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function titleOf(t: Say, path: readonly string[]): string {
  const last = path.at(-1) ?? ''
  return path.at(-2) === 'options' ? t('designer.option', { value: last }) : t(`designer.word.${last}`)
}
