import { useContext } from 'react'
import { type Uploads, uploadsOf } from '../../../runtime/http/upload.ts'
import { RuntimeContext, UploadsContext } from '../../context.tsx'

/** Sends files to the server; null where nothing runs that could send one. */
export function useUploads(): Uploads | null {
  const given = useContext(UploadsContext)
  const runtime = useContext(RuntimeContext)
  return given ?? (runtime && uploadsOf(runtime.uploading))
}
