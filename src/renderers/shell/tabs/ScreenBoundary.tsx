import { Component, type ReactNode } from 'react'
import { useT } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

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

/** Code that is gone was replaced by a newer release, which a fresh page brings, or the server is away. */
const goneChunk = /dynamically imported module|Importing a module script failed|error loading dynamically/i

/** Says that something cannot be shown, why, and offers to try again or, where code is missing, a fresh page. */
export function Fault({ error, onRetry, isPage = false }: { error: unknown; onRetry: () => void; isPage?: boolean }) {
  const t = useT()
  const text = error instanceof Error ? error.message : String(error)
  const gone = goneChunk.test(text)
  return (
    <EmptyState
      isPage={isPage}
      tone="error"
      icon="exclamation-circle"
      title={t(gone ? 'ui.shell.partFailed' : 'ui.shell.screenFailed')}
      text={
        <>
          {gone ? <p>{t('ui.shell.partFailedText')}</p> : null}
          <pre className="k-fault">{text}</pre>
        </>
      }
      action={
        <>
          <Button look="primary" onClick={onRetry}>
            {t('ui.shell.retry')}
          </Button>
          {gone ? <Button onClick={() => location.reload()}>{t('ui.shell.reloadPage')}</Button> : null}
        </>
      }
    />
  )
}
