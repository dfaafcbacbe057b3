import { useState } from 'react'
import { addressPattern } from '../../../schemas/kinds/image.ts'
import type { FormContext } from '../../define.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/inputs/Input.tsx'

interface AddressLineProps {
  form: FormContext
  /** The field's label. */
  label: string
  onUse(address: string): void
  onClose(): void
}

/** Names a file by its address instead of uploading it. */
export function AddressLine({ form, label, onUse, onClose }: AddressLineProps) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const use = () => {
    const address = text.trim()
    if (!new RegExp(addressPattern()).test(address)) return setWrong(true)
    onUse(address)
    return onClose()
  }
  return (
    <div className="s-address">
      <Input
        label={`${label}: ${form.t('ui.upload.address')}`}
        value={text}
        onChange={(next) => {
          setText(next)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          use()
        }}
        inputMode="url"
        spellCheck={false}
        placeholder={form.t('ui.form.addressExample')}
        invalid={wrong}
        autoFocus
      />
      <Button onClick={use}>{form.t('ui.upload.use')}</Button>
    </div>
  )
}
