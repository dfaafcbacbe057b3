import { useSnapshot } from 'valtio'
import { memoryStorage } from '../../../runtime/platform.ts'
import { createLayout, type Layout, menuBounds } from '../../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { NumberInput } from '../../ui/inputs/NumberInput.tsx'
import { Switch } from '../../ui/inputs/Switch.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { IconPicker } from '../../ui/pickers/IconPicker.tsx'
import { SettingsColors } from './SettingsColors.tsx'
import { LayoutPicker, Looks } from './SettingsLooks.tsx'
import '../../theme/settings.css'

/** Parts of the layout that are on or off. */
const menuSwitches = ['menuCollapse', 'menuUniqueOpened', 'menuShowTopBar'] as const

/** Resets everything except the language and the pinned menu entries. */
function restoreLayout(layout: Layout) {
  const { lang, shrink, favourites } = layout
  Object.assign(layout, createLayout(memoryStorage()).state, { lang, shrink, favourites })
}

/** What one person likes: layout, theme, density, movement, menu, colours. It changes tokens and stored choices, nothing else. */
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
        <LayoutPicker />
        <Looks />
        <MenuWidth />
        <DefaultIcon />
        {menuSwitches.map((name) => (
          <MenuSwitch key={name} name={name} />
        ))}
        <Sound />
        <Desktop />
        <SettingsColors />
      </div>
    </Drawer>
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
            if (typeof value === 'number' && value >= menuBounds.min && value <= menuBounds.max) layout.menuWidth = value
          }}
        />
      )}
    </Field>
  )
}

/** The icon of menu entries that have none of their own. */
function DefaultIcon() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { menuDefaultIcon } = useSnapshot(layout)
  return (
    <Field label={t('settings.menuDefaultIcon')}>
      {(control) => (
        <IconPicker
          {...control}
          value={menuDefaultIcon}
          onChange={(icon) => {
            layout.menuDefaultIcon = icon
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
  const { liveFeed } = useRuntime().stores
  const { playAudio, notify } = useSnapshot(liveFeed)
  if (!notify) return null
  const change = (on: boolean) => {
    liveFeed.playAudio = on
  }
  return <SettingSwitch name="playAudio" checked={playAudio} onChange={change} />
}

/** Notices of the desktop: where browsers have them (pages on https), and only after they were asked for here. */
function Desktop() {
  const { feed, stores, notices } = useRuntime()
  const t = useT()
  const { desktop: on, notify } = useSnapshot(stores.liveFeed)
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
