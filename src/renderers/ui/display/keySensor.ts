import { getFirstCollision, KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core'

/** Milliseconds a key waits at most for the one before. */
const patience = 1000

/**
 * Drags with the keyboard. dnd-kit listens to the keys a turn after the part was picked up, and works out some turns after each of them what
 * the part is over. Keys that come before would be lost, or put the part down where it was: they wait here for their turn.
 */
export class KeySensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const keys = queueKeys(props.context)
    const ending = (end: () => void) => () => {
      keys.end()
      end()
    }
    super({ ...props, onEnd: ending(props.onEnd), onCancel: ending(props.onCancel) })
    keys.start()
  }
}

/** Keeps keys that come too early from everybody, and presses them again one by one; from `start` on, until `end` and the last is pressed. */
function queueKeys(context: KeyboardSensorProps['context']) {
  const queue: KeyboardEvent[] = []
  let isListening = false
  let isPressing = false
  let hasEnded = false
  let since = 0
  const isReady = () => {
    const { over, collisions } = context.current
    return hasEnded || (isListening && over !== null && over.id === getFirstCollision(collisions, 'id'))
  }
  const end = () => {
    hasEnded = true
    if (queue.length === 0) document.removeEventListener('keydown', onKey, true)
  }
  const onKey = (event: KeyboardEvent) => {
    if (isPressing || (queue.length === 0 && isReady())) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (queue.push(event) === 1) wait()
  }
  const wait = () => {
    since = performance.now()
    setTimeout(press)
  }
  const press = () => {
    if (!isReady()) {
      if (performance.now() - since < patience) return void setTimeout(press)
      hasEnded = true // dnd-kit has gone, with the part
    }
    const next = queue.shift()
    isPressing = true
    next?.target?.dispatchEvent(new KeyboardEvent('keydown', next))
    isPressing = false
    if (queue.length > 0) wait()
    else if (hasEnded) end()
  }
  const start = () => {
    document.addEventListener('keydown', onKey, true)
    setTimeout(() => {
      isListening = true
    })
  }
  return { start, end }
}
