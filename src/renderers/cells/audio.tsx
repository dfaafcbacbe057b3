import { fileName } from '../asset.ts'
import { defineCell } from '../define.ts'
import { addressText, CellError, isNothing } from './value.ts'

/** A sound with the browser's own controls. Nothing of it is loaded before it is played; useOneSound.ts lets only one play at a time. */
export const audio = defineCell({
  width: 240,
  render: ({ value, env }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const text = addressText(value)
    const address = env.asset(text)
    if (!address) throw new CellError('not an address of a sound')
    return (
      <audio
        className="s-audio"
        src={address}
        controls
        preload="none"
        aria-label={env.t('ui.list.sound', { name: fileName(text) })}
      >
        {/* Recordings of people come without captions. */}
        <track kind="captions" />
      </audio>
    )
  },
  text: ({ value, env }) => {
    if (isNothing(value)) return ''
    const text = addressText(value)
    if (!env.asset(text)) throw new CellError('not an address of a sound')
    return fileName(text)
  },
})
