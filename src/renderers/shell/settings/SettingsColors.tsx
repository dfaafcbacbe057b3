import { useSnapshot } from 'valtio'
import { type ColorPair, layoutColors } from '../../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../../context.tsx'
import { ColorPicker } from '../../ui/pickers/ColorPicker.tsx'

/** Which half of a pair of colours belongs to which theme. */
const themes = ['light', 'dark'] as const

/** The colours of menu, header and tabs, for the light and the dark theme; those not set are the theme's own. */
export function SettingsColors() {
  const t = useT()
  return (
    <details className="k-settings-more">
      <summary>{t('settings.colors')}</summary>
      <p className="k-settings-note">{t('settings.colorsHelp')}</p>
      {themes.map((theme, at) => (
        <fieldset key={theme} className="k-settings-set">
          <legend>{t(`settings.themeColors.${theme}`)}</legend>
          {layoutColors.map((name) => (
            <OneColor key={name} name={name} theme={theme} at={at} />
          ))}
        </fieldset>
      ))}
    </details>
  )
}

function OneColor({ name, theme, at }: { name: (typeof layoutColors)[number]; theme: string; at: number }) {
  const { layout } = useRuntime().stores
  const t = useT()
  const value = useSnapshot(layout)[name][at] ?? ''
  const id = `setting-${name}-${theme}`
  const change = (next: string) => {
    const pair: ColorPair = [...layout[name]]
    pair[at] = next
    layout[name] = pair
  }
  return (
    <div className="k-settings-line">
      <label htmlFor={id}>{t(`settings.color.${name}`)}</label>
      <ColorPicker id={id} value={value} onChange={change} />
    </div>
  )
}
