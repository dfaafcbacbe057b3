import type { FieldProps } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'

/** One address of a picture or file, with what it looks like beside it. */
export function AddressInput({ picture, value, onChange, ...props }: FieldProps & { picture: boolean; suffixLabel?: string }) {
  const text = typeof value === 'string' ? value : ''
  const address = text ? props.form.asset(text) : undefined
  return (
    <span className="s-address">
      {picture && <Preview address={address} />}
      <Input
        id={props.id}
        label={props.suffixLabel}
        value={text}
        onChange={onChange}
        onBlur={props.onBlur}
        inputMode="url"
        spellCheck={false}
        placeholder={props.placeholder ?? props.form.t('ui.form.addressExample')}
        clearable
        required={props.required}
        disabled={props.disabled}
        readOnly={props.readOnly}
        invalid={props.invalid}
        describedBy={props.describedBy}
        autoFocus={props.autoFocus}
      />
      {!picture && address && (
        <a className="s-link" href={address} target="_blank" rel="noopener noreferrer">
          {props.form.t('ui.form.openFile')}
        </a>
      )}
    </span>
  )
}

function Preview({ address }: { address: string | undefined }) {
  return (
    <span className="s-address-picture">
      {address ? <img key={address} src={address} alt="" width={32} height={32} /> : <Icon name="image" />}
    </span>
  )
}

/** Several addresses in the order shown: change, remove, move up, add. */
export function AddressList({ picture, ...props }: FieldProps & { picture: boolean }) {
  const list = Array.isArray(props.value) ? props.value.map(String) : []
  const { form, label } = props
  const off = props.disabled || props.readOnly
  const put = (index: number, text: string) => props.onChange(list.map((item, i) => (i === index ? text : item)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's label is the legend
    <div
      role="group"
      id={props.id}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      className="s-address-list"
    >
      {list.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same address
        <div key={i} className="s-address-row">
          <AddressInput
            {...props}
            picture={picture}
            id={`${props.id}-${i}`}
            value={item}
            onChange={(text) => put(i, String(text))}
            invalid={props.partErrors[String(i)] !== undefined}
            suffixLabel={`${label} ${i + 1}`}
          />
          <IconButton
            icon="arrow-up"
            label={form.t('ui.form.moveUp')}
            disabled={off || i === 0}
            onClick={() => props.onChange(swap(list, i))}
          />
          <IconButton
            icon="times"
            label={form.t('ui.form.remove')}
            disabled={off}
            onClick={() => props.onChange(list.filter((_, j) => j !== i))}
          />
        </div>
      ))}
      <Button icon="plus" size="small" disabled={off} onClick={() => props.onChange([...list, ''])}>
        {form.t('ui.form.addEntry')}
      </Button>
    </div>
  )
}

function swap(list: readonly string[], index: number): string[] {
  const next = [...list]
  next.splice(index - 1, 2, list[index] ?? '', list[index - 1] ?? '')
  return next
}
