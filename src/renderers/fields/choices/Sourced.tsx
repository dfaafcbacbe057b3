import type { ReactNode } from 'react'
import { listLimits } from '../../../schemas/language/wire/query.ts'
import type { FieldProps } from '../../define.ts'
import type { Option } from '../../ui/control.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useLoad } from '../../useLoad.ts'
import { loadOf, useScope } from './remote.ts'

type Props = FieldProps & { children(options: Option[]): ReactNode }

/** Server options, all visible: loaded when drawn, and again when a field they depend on changes. */
export function Sourced(props: Props) {
  const scope = useScope(props)
  const { value: options, reason, reload } = useLoad((signal) => choicesOf(props, signal), [scope])
  if (reason !== '')
    return (
      <p className="k-error" role="alert">
        {reason}
        <IconButton icon="refresh" size="small" label={props.form.t('ui.list.retry')} onClick={reload} />
      </p>
    )
  if (!options) return <Spinner />
  return props.children(options)
}

/** Everything that may be chosen, and what is chosen already though it could not be chosen again. */
async function choicesOf(props: FieldProps, signal: AbortSignal): Promise<Option[]> {
  const load = loadOf(props)
  const { list } = await load({ query: '', page: 1, limit: listLimits.max, signal })
  const chosen = (Array.isArray(props.value) ? props.value : [props.value]).filter(
    (value): value is string => typeof value === 'string' && value !== '' && !list.some((each) => each.value === value),
  )
  if (chosen.length === 0) return list
  return [...list, ...(await load({ query: '', page: 1, limit: chosen.length, initValue: chosen, signal })).list]
}
