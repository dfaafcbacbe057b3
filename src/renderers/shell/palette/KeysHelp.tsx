import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../loadedWords.ts'
import { keyTexts, type ShortcutName, shortcuts } from '../../shortcuts.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.help'),
  en: () => import('virtual:kontor/words/en/ui.help'),
}

const all = Object.keys(shortcuts) as ShortcutName[]
const placeOf = (name: ShortcutName) => name.split('.')[0] ?? ''

/** All shortcuts as they are declared, by the place where they work. */
const groups = [...new Set(all.map(placeOf))].map((place) => ({ place, names: all.filter((name) => placeOf(name) === place) }))

/** The way to the help of the screen in front, where it has one, else to that of all screens. */
function HelpLink() {
  const t = useT()
  const { stores, words: language } = useRuntime()
  const { activeRoute } = useSnapshot(stores.tabs)
  const { type, known, pageId } = activeRoute?.route ?? {}
  const page = type === 'tab' && known && pageId ? pageId : ''
  return (
    <p>
      <a href={`/docs/${page}?lang=${language.lang()}`} target="_blank" rel="noopener noreferrer">
        {page ? t('ui.help.ofScreen', { title: activeRoute?.title ?? '' }) : t('ui.help.all')}
      </a>
    </p>
  )
}

/** `?` shows the keys and the way to the help. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
  const isReady = useLoadedWords(words)
  if (!isReady) return null
  return (
    <Dialog open title={t('ui.shell.keys')} onClose={onClose} shadeCloses>
      <div className="k-keys">
        {groups.map(({ place, names }) => (
          <section key={place}>
            <h3>{t(`ui.help.places.${place}`)}</h3>
            <dl>
              {names.map((name) => (
                <div key={name}>
                  <dt>{t(`ui.help.keys.${name}`)}</dt>
                  <dd>
                    {keyTexts(name).map((keys) => (
                      <kbd key={keys}>{keys}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <HelpLink />
    </Dialog>
  )
}
