import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../loadedWords.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { commandKey } from './useShortcuts.ts'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.help'),
  en: () => import('virtual:kontor/words/en/ui.help'),
}

/** All keyboard shortcuts: [keys, word]. Keys joined by '+' are held together; alternatives are separate. */
const groups: readonly { name: string; keys: readonly (readonly [readonly string[], string])[] }[] = [
  {
    name: 'everywhere',
    keys: [
      [[`${commandKey}K`], 'palette'],
      [['?'], 'keys'],
      [['Esc'], 'escape'],
    ],
  },
  {
    name: 'lists',
    keys: [
      [['/'], 'quickSearch'],
      [['↑', '↓'], 'rows'],
      [['Enter'], 'open'],
      [['Space'], 'select'],
      [['F2'], 'editCell'],
      [['Alt ↑', 'Alt ↓'], 'neighbours'],
    ],
  },
  { name: 'forms', keys: [[[`${commandKey}Enter`], 'save']] },
  {
    name: 'tabs',
    keys: [
      [['←', '→'], 'tabs'],
      [[`${commandKey}Shift ←`, `${commandKey}Shift →`], 'moveTab'],
      [['Del'], 'closeTab'],
    ],
  },
]

/** The way to the help of the screen in front, where it has one, else to that of all screens. */
function HelpLink() {
  const t = useT()
  const { stores, words: language } = useRuntime()
  const { activeRoute } = useSnapshot(stores.tabs)
  const isReady = useLoadedWords(words)
  if (!isReady) return null
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
  return (
    <Dialog open title={t('ui.shell.keys')} onClose={onClose} shadeCloses>
      <div className="k-keys">
        {groups.map((group) => (
          <section key={group.name}>
            <h3>{t(`ui.shell.keysOf.${group.name}`)}</h3>
            <dl>
              {group.keys.map(([keys, word]) => (
                <div key={word}>
                  <dt>{t(`ui.shell.key.${word}`)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
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
