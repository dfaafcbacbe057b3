import { useSnapshot } from 'valtio'
import { densities, layoutModes, mainAnimations, setDark } from '../../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../../context.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { RadioGroup } from '../../ui/inputs/RadioGroup.tsx'
import { Select } from '../../ui/pickers/Select.tsx'

/** The four layouts as little pictures. On a narrow window there is one for all of them. */
export function LayoutPicker() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { layoutMode, shrink } = useSnapshot(layout)
  return (
    <fieldset className="k-layouts">
      <legend>{t('settings.layout')}</legend>
      {layoutModes.map((mode) => (
        <label key={mode} className="k-layouts-one">
          <input
            type="radio"
            className="sr-only"
            name="setting-layout"
            checked={mode === layoutMode}
            onChange={() => {
              layout.layoutMode = mode
            }}
          />
          <span className="k-layouts-picture" data-mode={mode} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{t(`settings.layoutMode.${mode}`)}</span>
        </label>
      ))}
      {shrink ? <p className="k-settings-note">{t('settings.layoutNarrow')}</p> : null}
    </fieldset>
  )
}

/** Theme, density and movement. */
export function Looks() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { density, mainAnimation } = useSnapshot(layout)
  return (
    <>
      <Theme />
      <Field label={t('ui.shell.densityName')}>
        {({ id }) => (
          <RadioGroup
            id={id}
            label={t('ui.shell.densityName')}
            value={density}
            options={densities.map((value) => ({ value, label: t(`ui.shell.density.${value}`) }))}
            onChange={(value) => {
              layout.density = densities.find((one) => one === value) ?? 'default'
            }}
          />
        )}
      </Field>
      <Field label={t('settings.mainAnimation')}>
        {(control) => (
          <Select
            {...control}
            value={mainAnimation}
            options={mainAnimations.map((value) => ({ value, label: t(`settings.animation.${value}`) }))}
            onChange={(value) => {
              layout.mainAnimation = mainAnimations.find((one) => one === value) ?? 'none'
            }}
          />
        )}
      </Field>
    </>
  )
}

function Theme() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { isDark, followSystem } = useSnapshot(layout)
  const words = { light: t('ui.shell.light'), dark: t('ui.shell.dark'), system: t('settings.followSystem') }
  return (
    <Field label={t('ui.shell.theme')}>
      {({ id }) => (
        <RadioGroup
          id={id}
          label={t('ui.shell.theme')}
          value={followSystem ? 'system' : isDark ? 'dark' : 'light'}
          options={Object.entries(words).map(([value, label]) => ({ value, label }))}
          onChange={(value) => {
            if (value === 'system') layout.followSystem = true
            else setDark(layout, value === 'dark')
          }}
        />
      )}
    </Field>
  )
}
