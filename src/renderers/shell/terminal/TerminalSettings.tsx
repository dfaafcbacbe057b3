import { useState } from 'react'
import { type PackageManager, packageManagers } from '../../../schemas/api/terminal.ts'
import { useRuntime, useT } from '../../context.tsx'
import { Checkbox } from '../../ui/inputs/Checkbox.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { Select } from '../../ui/pickers/Select.tsx'
import { useValue } from '../../useValue.ts'
import type { TerminalQueue } from './useTerminal.ts'

/** The package manager, which the server keeps for all, and what this browser does with commands that are done. */
export function TerminalSettings({ queue }: { queue: TerminalQueue }) {
  const t = useT()
  const { siteConfig } = useRuntime().stores
  const manager = useValue(siteConfig, (state) => state.packageManager)
  const [saving, setSaving] = useState(false)
  const save = async (wanted: PackageManager) => {
    setSaving(true)
    if (await queue.setManager(wanted)) siteConfig.packageManager = wanted
    setSaving(false)
  }
  return (
    <fieldset className="k-terminal-settings">
      <legend className="sr-only">{t('terminalDialog.settings')}</legend>
      <Field label={t('terminalDialog.manager')} help={t('terminalDialog.managerHelp')}>
        {(control) => (
          <Select
            {...control}
            value={manager}
            disabled={saving}
            options={packageManagers.map((one) => ({ value: one, label: one === 'none' ? t('terminalDialog.noManager') : one }))}
            onChange={(value) => {
              const wanted = packageManagers.find((one) => one === value)
              if (wanted) void save(wanted)
            }}
          />
        )}
      </Field>
      <Checkbox checked={queue.cleansUp} onChange={queue.setCleansUp}>
        {t('terminalDialog.cleanUp')}
      </Checkbox>
    </fieldset>
  )
}
