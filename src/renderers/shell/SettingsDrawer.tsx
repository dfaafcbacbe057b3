import { useSnapshot } from 'valtio'
import { memoryStorage } from '../../runtime/platform.ts'
import { createLayout, type Layout } from '../../runtime/stores/layout.ts'
import { Button } from '../ui/Button.tsx'
import { confirm } from '../ui/confirm.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberInput } from '../ui/NumberInput.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useRuntime, useT } from './context.tsx'
import { densities } from './DisplayMenu.tsx'

/** The narrowest and the widest side menu, in pixels. */
const menuBounds = { min: 200, max: 400 }

/** Parts of the layout that are on or off. */
const menuSwitches = ['menuCollapse', 'menuUniqueOpened', 'menuShowTopBar'] as const

/** Everything as at the first start, but the language. */
function restoreLayout(layout: Layout) {
  const { lang, shrink } = layout
  Object.assign(layout, createLayout(memoryStorage()).state, { lang, shrink })
}

/** What one person likes: theme, density, menu. It changes tokens and stored choices, nothing else. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { layout } = useRuntime().stores
  const t = useT()
  const restore = async () => {
    if (await confirm(t('ui.shell.restoreConfirm'), { yes: t('ui.shell.restore') })) restoreLayout(layout)
  }
  const footer = <Button onClick={restore}>{t('ui.shell.restore')}</Button>
  return (
    <Drawer open size="small" title={t('ui.shell.settings')} onClose={onClose} footer={footer}>
      <div className="k-settings">
        <Looks />
        <MenuWidth />
        {menuSwitches.map((name) => (
          <MenuSwitch key={name} name={name} />
        ))}
        <Sound />
        <Desktop />
      </div>
    </Drawer>
  )
}

function Looks() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { isDark, density } = useSnapshot(layout)
  return (
    <>
      <Field label={t('ui.shell.theme')}>
        {({ id }) => (
          <RadioGroup
            id={id}
            label={t('ui.shell.theme')}
            value={isDark ? 'dark' : 'light'}
            options={['light', 'dark'].map((value) => ({ value, label: t(`ui.shell.${value}`) }))}
            onChange={(value) => {
              layout.isDark = value === 'dark'
            }}
          />
        )}
      </Field>
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
    </>
  )
}

function MenuWidth() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { menuWidth } = useSnapshot(layout)
  return (
    <Field label={t('ui.shell.menuWidth')} help={t('ui.shell.menuWidthHelp', menuBounds)}>
      {(control) => (
        <NumberInput
          {...control}
          {...menuBounds}
          value={menuWidth}
          step={10}
          decimals={0}
          suffix="px"
          onChange={(value) => {
            if (value !== null && value >= menuBounds.min && value <= menuBounds.max) layout.menuWidth = value
          }}
        />
      )}
    </Field>
  )
}

function MenuSwitch({ name }: { name: (typeof menuSwitches)[number] }) {
  const { layout } = useRuntime().stores
  const checked = useSnapshot(layout)[name]
  const change = (on: boolean) => {
    layout[name] = on
  }
  return <SettingSwitch name={name} checked={checked} onChange={change} />
}

/** Sounds of live notices: only where the server sends any. */
function Sound() {
  const { shopConfig } = useRuntime().stores
  const { playAudio, notify } = useSnapshot(shopConfig)
  if (!notify) return null
  const change = (on: boolean) => {
    shopConfig.playAudio = on
  }
  return <SettingSwitch name="playAudio" checked={playAudio} onChange={change} />
}

/** Notices of the desktop: where browsers have them (pages on https), and only after they were asked for here. */
function Desktop() {
  const { feed, stores, notices } = useRuntime()
  const t = useT()
  const { desktop: on, notify } = useSnapshot(stores.shopConfig)
  const permission = feed.desktop()
  if (!notify || !permission) return null
  const change = async (wanted: boolean) => {
    if (!(await feed.wantDesktop(wanted))) notices.push('warning', t('ui.shell.desktopRefused'))
  }
  return <SettingSwitch name="desktop" checked={on && permission === 'granted'} onChange={(wanted) => void change(wanted)} />
}

function SettingSwitch({ name, checked, onChange }: { name: string; checked: boolean; onChange: (on: boolean) => void }) {
  const t = useT()
  const id = `setting-${name}`
  return (
    <div className="k-settings-line">
      <label htmlFor={id}>{t(`ui.shell.${name}`)}</label>
      <Switch id={id} checked={checked} onChange={onChange} />
    </div>
  )
}
