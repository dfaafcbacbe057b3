import { memo, useMemo } from 'react'
import { specEditor } from '../plugins/spec-editor/index.tsx'
import { keysOf } from '../schemas/keysOf.ts'
import '../renderers/cells/cells.css'
import { cellText, renderCell } from '../renderers/cells/draw.ts'
import { cells } from '../renderers/cells/index.ts'
import '../renderers/form/form.css'
import { RecordForm } from '../renderers/form/RecordForm.tsx'
import '../renderers/screens/crud/grid/grid.css'
import { PluginFieldsContext, UploadsContext } from '../renderers/context.tsx'
import { Button } from '../renderers/ui/Button.tsx'
import { ConfirmHost } from '../renderers/ui/overlays/ConfirmDialog.tsx'
import { TooltipLayer } from '../renderers/ui/overlays/Tooltip.tsx'
import { type Translate, UiWordsProvider } from '../renderers/ui/words.tsx'
import type { Field } from '../schemas/field.ts'
import type { Page } from '../schemas/language/page.ts'
import { cellEnvironment, createFormContext, type GalleryWords } from './faces.ts'
import './gallery.css'
import { type FieldState, fieldStates } from './page.ts'
import { type CellSample, cellSamples } from './samples.ts'
import { galleryUploads } from './uploads.ts'

interface GalleryProps {
  page: Page
  words: GalleryWords
  dark: boolean
}

/** Every field and every cell in every state: what the catalogue looks like, and what axe is shown. */
export function Gallery({ page, words, dark }: GalleryProps) {
  const go = (lang: string, theme: string) => location.assign(`?lang=${lang}&theme=${theme}`)
  const other = words.lang === 'en' ? 'zh-cn' : 'en'
  return (
    <UiWordsProvider value={words.t as Translate}>
      <main className="g-page">
        <header className="g-head">
          <h1>{words.t('title')}</h1>
          <p>{words.t('intro')}</p>
          <Button onClick={() => go(other, dark ? 'dark' : 'light')}>{words.t('language')}</Button>
          <Button onClick={() => go(words.lang, dark ? 'light' : 'dark')}>{words.t('theme')}</Button>
        </header>
        <section aria-labelledby="cells">
          <h2 id="cells">{words.t('cells')}</h2>
          <Cells page={page} words={words} />
        </section>
        <section aria-labelledby="kinds">
          <h2 id="kinds">{words.t('kinds')}</h2>
          <UploadsContext.Provider value={galleryUploads}>
            <PluginFieldsContext.Provider value={specEditor.fields ?? {}}>
              {Object.values(page.fields).map((field) =>
                words.find(`fields.${field.name}.label`) ? (
                  <Kind key={field.name} page={page} field={field} words={words} />
                ) : null,
              )}
            </PluginFieldsContext.Provider>
          </UploadsContext.Provider>
        </section>
      </main>
      <ConfirmHost />
      <TooltipLayer />
    </UiWordsProvider>
  )
}

function Kind({ page, field, words }: { page: Page; field: Field; words: GalleryWords }) {
  return (
    <article className="g-kind" data-kind={field.kind}>
      <h3>
        {words.t(`fields.${field.name}.label`)} <code>{field.kind}</code>
      </h3>
      <div className="g-states">
        {fieldStates.map((state) => (
          <OneState key={state} page={page} field={field} state={state} words={words} />
        ))}
      </div>
    </article>
  )
}

const OneState = memo(function OneState(props: { page: Page; field: Field; state: FieldState; words: GalleryWords }) {
  const { page, field, state, words } = props
  const face = useMemo(() => createFormContext(page, field, state, words), [page, field, state, words])
  return (
    <div className="g-state" data-state={state}>
      <p className="g-name">{words.t(`state.${state}`)}</p>
      <RecordForm face={face} onSaved={() => undefined} />
    </div>
  )
})

const looks = ['value', 'empty', 'long', 'poison'] as const

function Cells({ page, words }: { page: Page; words: GalleryWords }) {
  const env = useMemo(() => cellEnvironment(words), [words])
  return (
    <table className="s-grid g-cells" aria-labelledby="cells">
      <thead>
        <tr>
          {(['name', ...looks] as const).map((look) => (
            <th key={look} scope="col">
              {words.t(`cell.${look}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keysOf(cells).map((name) => {
          const sample: CellSample = cellSamples[name]
          const shown = (value: unknown) => ({
            value,
            row: { [sample.field ?? 'it']: value },
            column: { field: sample.field ?? 'it', cell: name, sortable: false, hidden: false, secondary: [], copy: false },
            field: page.fields[sample.field ?? ''] ?? null,
            env,
          })
          return (
            <tr key={name} data-cell={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              {looks.map((look) => {
                const input = shown(look === 'empty' ? null : sample[look])
                return (
                  <td key={look} data-look={look} data-text={cellText(cells[name], input)}>
                    {renderCell(cells[name], input)}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
