import { Fragment, type ReactNode, useState } from 'react'
import type { ControlProps, Key, Option } from '../control.ts'
import { useWords } from '../words.tsx'
import { Picker } from './Picker.tsx'
import { type RemoteLoad, useRemoteOptions } from './remoteOptions.ts'

export interface RemoteSelectProps extends ControlProps {
  /** One key or null; with `multiple` a list of keys. */
  value: Key | null | Key[]
  onChange: (value: Key | null | Key[], chosen: Option[]) => void
  /** Asks the server; a rejected promise shows its message in the list. */
  load: RemoteLoad
  multiple?: boolean
  /** Indent by `pid`; the whole tree is asked for at once. */
  tree?: boolean
  /** Options reload when this text changes (values of the fields it depends on). */
  scope?: string
  pageSize?: number
  placeholder?: string
  clearable?: boolean
  size?: 'small' | 'normal'
  /** What is said of a chosen row that could not be chosen again; a general word when absent. */
  off?: string
  /** Shown below the input when something is selected. */
  below?: (chosen: readonly Option[], onChange: (keys: Key[]) => void) => ReactNode
}

/** One or several rows of another table: searched and paged by the server. */
export function RemoteSelect({
  value,
  onChange,
  load,
  multiple,
  tree,
  scope,
  pageSize = 20,
  clearable = true,
  off,
  below,
  ...rest
}: RemoteSelectProps) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const selected = Array.isArray(value) ? value : value === null || value === '' ? [] : [value]
  const remote = useRemoteOptions({ load, open, selected, tree: Boolean(tree), scope: scope ?? '', limit: tree ? 200 : pageSize })
  const change = (keys: Key[]) => {
    const chosen = keys.map((key) => remote.known.get(key) ?? { value: key, label: String(key) })
    onChange(multiple ? keys : (keys[0] ?? null), chosen)
  }
  const chosen = selected.map((key) => remote.known.get(key) ?? { value: key, label: remote.naming ? '…' : String(key) })
  const more = remote.total > remote.options.length
  const picker = (
    <Picker
      {...rest}
      multiple={multiple}
      options={remote.options}
      selected={selected}
      display={chosen.length > 0 ? shown(chosen, words('ui.controls.comma'), off ?? words('ui.controls.off')) : undefined}
      onPick={({ value: key }) =>
        change(multiple ? (selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key]) : [key])
      }
      onClear={clearable ? () => change([]) : undefined}
      filter={{ text: remote.query, onChange: remote.setQuery }}
      loading={remote.loading}
      error={remote.error}
      note={more ? words('ui.controls.shownOf', { shown: remote.options.length, total: remote.total }) : undefined}
      onEnd={more ? remote.loadMore : undefined}
      open={open}
      onOpen={(next) => {
        remote.setQuery('')
        setOpen(next)
      }}
    />
  )
  if (!below || chosen.length === 0) return picker
  return (
    <>
      {picker}
      {below(chosen, change)}
    </>
  )
}

/** The names of what is chosen; what is no longer offered is grey, and says so. */
function shown(chosen: readonly Option[], comma: string, off: string): ReactNode {
  if (!chosen.some(({ disabled }) => disabled)) return chosen.map(({ label }) => label).join(comma)
  return chosen.map(({ value, label, disabled }, i) => (
    <Fragment key={value}>
      {i > 0 && comma}
      {disabled ? <span className="k-off">{`${label} (${off})`}</span> : label}
    </Fragment>
  ))
}
