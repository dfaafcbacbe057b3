import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useT } from './context.tsx'

interface State {
  error: unknown
}

/** Keeps a fault of one screen inside its tab: the rest of the product goes on. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Fault error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}

/** A chunk that is gone was replaced by a newer release: then only a fresh page helps. */
const goneChunk = /dynamically imported module|Importing a module script failed|error loading dynamically/i

/** What is said of a fault, with the way on. */
export function Fault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  const text = error instanceof Error ? error.message : String(error)
  const stale = goneChunk.test(text)
  return (
    <EmptyState
      tone="error"
      icon="exclamation-circle"
      title={t(stale ? 'ui.shell.newRelease' : 'ui.shell.screenFailed')}
      text={<pre className="k-fault">{text}</pre>}
      action={
        <Button look="primary" onClick={stale ? () => location.reload() : onRetry}>
          {t(stale ? 'ui.shell.reloadPage' : 'ui.shell.retry')}
        </Button>
      }
    />
  )
}
