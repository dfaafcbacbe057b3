import { useT } from '../../context.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { commandKey } from './useShortcuts.ts'

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

/** `?` shows the keys. */
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
    </Dialog>
  )
}
