import { bannerPictures } from './banners.ts'
import { companyPictures, logoPicture } from './marks.ts'
import { portraitPictures } from './portraits.ts'
import { competitionPictures } from './posters.ts'
import { productPictures } from './products.ts'

/** Pictures of the demo shop, by file name below the module's public/demo: drawn by this folder, the same bytes each time, nothing loaded. */
export function demoPictures(): Map<string, string> {
  return new Map([
    ...productPictures(),
    logoPicture(),
    ...companyPictures(),
    ...portraitPictures(),
    ...bannerPictures(),
    ...competitionPictures(),
  ])
}
