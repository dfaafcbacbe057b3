import { type ReactNode, useEffect, useState } from 'react'
import { listLimits } from '../../../schemas/language/wire/query.ts'
import type { FieldProps } from '../../define.ts'
import type { Option } from '../../ui/control.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { loadOf, useScope } from './remote.ts'

type Props = FieldProps & { children(options: Option[]): ReactNode }

/** Choices that the server makes and that are all in sight: asked for when drawn, and anew when what they hang on changes. */
export function Sourced(props: Props) {
  const scope = useScope(props)
  const [{ options, failed, round }, setState] = useState<State>({ options: null, failed: '', round: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scope` spells out the values the server's answer depends on
  useEffect(() => {
    const abort = new AbortController()
    setState((before) => ({ ...before, options: null, failed: '' }))
    choicesOf(props, abort.signal).then(
      (found) => abort.signal.aborted || setState((before) => ({ ...before, options: found })),
      (error: unknown) =>
        abort.signal.aborted ||
        setState((before) => ({ ...before, failed: error instanceof Error ? error.message : String(error) })),
    )
    return () => abort.abort()
  }, [scope, round])
  if (failed !== '')
    return (
      <p className="k-error" role="alert">
        {failed}
        <IconButton
          icon="refresh"
          size="small"
          label={props.form.t('ui.list.retry')}
          onClick={() => setState((before) => ({ ...before, round: before.round + 1 }))}
        />
      </p>
    )
  if (!options) return <Spinner />
  return props.children(options)
}

interface State {
  options: Option[] | null
  failed: string
  round: number
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
