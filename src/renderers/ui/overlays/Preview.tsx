import { useWords } from '../words.tsx'
import { Dialog } from './Dialog.tsx'

/** A picture at its full size. */
export function Preview({ address, title, onClose }: { address: string; title: string; onClose(): void }) {
  const words = useWords()
  return (
    <Dialog open title={title || words('ui.list.preview')} onClose={onClose} size="large" shadeCloses>
      <img className="s-preview" src={address} alt={title} />
    </Dialog>
  )
}
