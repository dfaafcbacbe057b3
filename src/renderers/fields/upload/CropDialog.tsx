import { useEffect, useMemo, useRef, useState } from 'react'
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useWords } from '../../ui/words.tsx'
import { ownKeys } from './ownKeys.ts'

interface CropDialogProps {
  files: readonly File[]
  /** `free`, or a ratio: `16:9`. */
  crop: string
  onDone(files: File[]): void
  onClose(): void
}

/** Crops pictures one after the other before they are sent; what cannot be cropped (a moving picture, no picture) goes as it is. */
export function CropDialog({ files, crop, onDone, onClose }: CropDialogProps) {
  const [made, setMade] = useState<readonly File[]>([])
  const file = files[made.length]
  const next = (result: File) => {
    const all = [...made, result]
    if (all.length === files.length) onDone(all)
    else setMade(all)
  }
  const passes = file !== undefined && !/^image\/(png|jpeg|webp)$/.test(file.type)
  const latest = useRef(next)
  latest.current = next
  useEffect(() => {
    if (file && passes) latest.current(file)
  }, [file, passes])
  return file && !passes ? <Cropper key={made.length} file={file} crop={crop} onDone={next} onClose={onClose} /> : null
}

interface CropperProps {
  file: File
  crop: string
  onDone(file: File): void
  onClose(): void
}

function Cropper({ file, crop: ratio, onDone, onClose }: CropperProps) {
  const words = useWords()
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<PercentCrop>()
  const [failed, setFailed] = useState(false)
  const address = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  const aspect = aspectOf(ratio)
  const onLoad = () => {
    const at = image.current
    if (!at) return
    const { width, height } = at
    const whole: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }
    setCrop(aspect ? centerCrop(makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height), width, height) : whole)
  }
  const use = async () => {
    if (image.current && crop) onDone(await cut(image.current, crop, file))
  }
  return (
    <Dialog
      open
      title={words('ui.upload.cropTitle')}
      onClose={onClose}
      size="large"
      description={words(failed ? 'ui.upload.cropFailed' : 'ui.upload.cropHelp')}
      footer={
        <>
          <Button onClick={onClose}>{words('ui.controls.cancel')}</Button>
          {(aspect === undefined || failed) && <Button onClick={() => onDone(file)}>{words('ui.upload.cropWhole')}</Button>}
          <Button look="primary" disabled={!crop?.width || failed} onClick={() => void use()}>
            {words('ui.upload.cropUse')}
          </Button>
        </>
      }
    >
      <div className="s-crop" {...ownKeys}>
        <ReactCrop
          {...(crop ? { crop } : {})}
          {...(aspect ? { aspect } : {})}
          keepSelection
          minWidth={8}
          minHeight={8}
          onChange={(_pixels, percent) => setCrop(percent)}
        >
          <img ref={image} src={address} alt={file.name} onLoad={onLoad} onError={() => setFailed(true)} />
        </ReactCrop>
      </div>
    </Dialog>
  )
}

/** `16:9` → 16/9; `free` has none. */
function aspectOf(ratio: string): number | undefined {
  const [width, height] = ratio.split(':').map(Number)
  return width && height ? width / height : undefined
}

/** The chosen part in the picture's own pixels, as a file of the same name and type. */
async function cut(image: HTMLImageElement, crop: PercentCrop, file: File): Promise<File> {
  const at = (share: number, whole: number) => Math.round((share / 100) * whole)
  const { naturalWidth, naturalHeight } = image
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, at(crop.width, naturalWidth))
  canvas.height = Math.max(1, at(crop.height, naturalHeight))
  const { width, height } = canvas
  canvas
    .getContext('2d')
    ?.drawImage(image, at(crop.x, naturalWidth), at(crop.y, naturalHeight), width, height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, 0.92))
  return blob ? new File([blob], file.name, { type: file.type }) : file
}
