import { type ReactNode, useState } from 'react'
import { exactNumber } from '../../../schemas/kinds/exact.ts'
import type { ControlProps } from '../control.ts'
import { Input } from './Input.tsx'

export interface NumberInputProps extends ControlProps {
  /** The model's number; null when empty. Decimal text where a JavaScript number cannot hold it. */
  value: number | string | null
  onChange: (value: number | string | null) => void
  /** Numbers that JavaScript cannot hold are typed too, and become decimal text. */
  exact?: boolean
  min?: number
  max?: number
  /** What the arrow keys add, in shown units. Default 1. */
  step?: number
  /** The model is the shown number × 10^scale: 2 for money held in fen. Default 0. */
  scale?: number
  /** Decimals that may be typed. Default: `scale`; with scale 0 any number of them. */
  decimals?: number
  prefix?: ReactNode
  suffix?: ReactNode
  placeholder?: string
}

/** Text of a model number without floating-point noise: 1250 with scale 2 and 2 decimals is '12.50'; 1.5 with 3 decimals '1.5'. */
export function numberText(value: number | string | null, scale: number, decimals?: number): string {
  if (typeof value === 'string') return value
  if (value === null || Number.isNaN(value)) return ''
  if (scale > 0) return (value / 10 ** scale).toFixed(decimals ?? scale)
  return decimals === undefined
    ? String(value)
    : value
        .toFixed(decimals)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
}

/** The model number of a typed text; null when empty, undefined when it is not a number (yet). `exact`: decimal text where it is too long. */
export function numberValue(text: string, scale: number): number | null | undefined
export function numberValue(text: string, scale: number, exact: boolean): number | string | null | undefined
export function numberValue(text: string, scale: number, exact = false): number | string | null | undefined {
  // An input method may leave digits, commas and points at full width.
  const bare = text.normalize('NFKC').replace(/[\s,]/g, '').replace(/。/g, '.')
  if (bare === '') return null
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare)) return undefined
  if (exact) return exactNumber(bare)
  const value = Number(bare)
  return scale > 0 ? Math.round(value * 10 ** scale) : value
}

/** A number: typed as text, arrow keys step, what cannot be read stays as typed until the field is left, then goes back. */
export function NumberInput({
  value,
  onChange,
  min,
  max,
  step = 1,
  scale = 0,
  decimals,
  exact = false,
  prefix,
  suffix,
  placeholder,
  ...control
}: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const digits = decimals ?? (scale > 0 ? scale : undefined)
  const shown = draft ?? numberText(value, scale, digits)
  const change = (text: string) => {
    setDraft(text)
    const next = numberValue(text, scale, exact)
    if (next !== undefined && next !== value) onChange(next)
  }
  const stepBy = (direction: 1 | -1) => {
    if (typeof value === 'string') return // too long to reckon with
    const next = (value ?? 0) + direction * step * 10 ** scale
    const rounded = scale > 0 ? Math.round(next) : Number(next.toFixed(digits ?? 10))
    setDraft(null)
    onChange(Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, rounded)))
  }
  return (
    <Input
      {...control}
      className="k-number"
      value={shown}
      onChange={change}
      inputMode={digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      prefix={prefix}
      suffix={suffix}
      placeholder={placeholder}
      onBlur={(event) => {
        setDraft(null)
        control.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (control.disabled || control.readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        stepBy(event.key === 'ArrowUp' ? 1 : -1)
      }}
    />
  )
}
