import type { Drawing } from '../look.ts'
import { backpack, chainBag, storageBoxes, suitcase, tote, wallet } from './bags.ts'
import { cleanser, cream, eyeshadow, lipstick, mask, serum, sunscreen } from './beauty.ts'
import {
  architecture,
  bearSeasons,
  calendar,
  characters,
  economics,
  hundredLessons,
  notebook,
  novel,
  starAtlas,
  stories,
} from './books.ts'
import { dress, jeans, pyjamas, scarf, shirt, socks, tee } from './clothes.ts'
import { cable, cameraPhone, charger, earbuds, keyboard, mouse, powerBank, smartPhone, speaker } from './devices.ts'
import { dripCoffee, nougat, nuts, oliveOil, puer, rice, strawberries, tea } from './food.ts'
import { runner, trainer } from './footwear.ts'
import { coins, giftBox, ticket, travelCubes } from './gifts.ts'
import { bedding, candles, pan, pillow, tableware, thermos } from './home.ts'
import { campSet, dumbbell, helmet, poles, tent, towel, umbrella, yogaMat } from './outdoor.ts'
import { downJacket, shellJacket } from './outerwear.ts'

/** What a product looks like; values of its first or second spec may give it other colours. */
export type Portrait = readonly [drawing: Drawing, color: string, accent?: string]

/** By class, in the order of the catalogue. */
export const portraits: readonly (readonly Portrait[])[] = [
  [
    [tee, '#f1f0ec'],
    [dress, '#4f74a8', '#f6f3ea'],
    [shirt, '#f3f3f1'],
    [downJacket, '#efe9da'],
    [jeans, '#33507c'],
    [pyjamas, '#cfe0ea', '#e58f6b'],
    [scarf, '#a8433f', '#d8c3a5'],
    [socks, '#5f7f8f', '#5b7fa6'],
  ],
  [
    [runner, '#2b2d33', '#f4f4f2'],
    [trainer, '#f2f0ea', '#9a9c9f'],
    [tote, '#2a2b30'],
    [chainBag, '#8c2f3c'],
    [suitcase, '#c3cbd2'],
    [backpack, '#3d4656', '#e08a3c'],
    [wallet, '#8a5630'],
  ],
  [
    [smartPhone, '#24262c'],
    [cameraPhone, '#202227'],
    [earbuds, '#f1f0ec'],
    [speaker, '#2f6f8f', '#e0a33c'],
    [charger, '#ffffff'],
    [keyboard, '#c0433a'],
    [mouse, '#3d424b'],
    [cable, '#3b4a63'],
  ],
  [
    [bedding, '#b3b6b8'],
    [pillow, '#e6ebee'],
    [pan, '#8d8379'],
    [thermos, '#f1eadc'],
    [tableware, '#d9cbb2'],
    [storageBoxes, '#8fa9a0', '#e0a878'],
    [candles, '#d8b9a2', '#7d8c74'],
  ],
  [
    [nuts, '#d3a24f'],
    [strawberries, '#e2556b'],
    [nougat, '#b5483f'],
    [tea, '#4d7a4a'],
    [puer, '#6d4630'],
    [dripCoffee, '#6b4630'],
    [rice, '#c0392f'],
    [oliveOil, '#55682a'],
  ],
  [
    [yogaMat, '#55407a'],
    [dumbbell, '#33373e'],
    [tent, '#b79f73'],
    [campSet, '#5a6b4a'],
    [shellJacket, '#34373c', '#d8672f'],
    [helmet, '#2b2d31', '#6f757d'],
    [poles, '#3f4650', '#e0562b'],
  ],
  [
    [novel, '#4f7a72', '#e9a23b'],
    [stories, '#1d2749', '#f3dfa0'],
    [economics, '#f0c040', '#e0562b'],
    [architecture, '#e8dcc0', '#d9a441'],
    [bearSeasons, '#bfe0ee', '#c0433a'],
    [hundredLessons, '#3f8f8a', '#e6a23a'],
    [starAtlas, '#16204a', '#f2c14e'],
    [characters, '#a3372d', '#c0564f'],
  ],
  [
    [serum, '#d98c5f'],
    [cream, '#cfdad6'],
    [cleanser, '#eef3ee'],
    [lipstick, '#b46f6c'],
    [eyeshadow, '#5c504a'],
    [sunscreen, '#fbf3df'],
    [mask, '#5f9a78'],
  ],
]

/** Of the recycle bin. */
export const recycledPortraits: readonly Portrait[] = [
  [powerBank, '#4a515c'],
  [tee, '#e8e3d6', '#e0653c'],
]

/** Of the points mall, in the order of its goods. */
export const pointsPortraits: readonly Portrait[] = [
  [tote, '#e6dcc4', '#c0564f'],
  [umbrella, '#2b4a6b', '#e9b44c'],
  [thermos, '#c0564f'],
  [calendar, '#3f8f8a', '#6aa9c9'],
  [towel, '#8fb4c4', '#e3a27a'],
  [speaker, '#3c6e50', '#e9e3d3'],
  [dripCoffee, '#3f5b52'],
  [notebook, '#2f4a52', '#e9dcc0'],
  [travelCubes, '#5f7f8f', '#d9a066'],
  [giftBox, '#5a4d92', '#f0c24a'],
  [candles, '#e3c9a0', '#5f6f86'],
  [ticket('yuan'), '#c0433a'],
  [ticket('yuan'), '#d9772f'],
  [ticket('percent'), '#5a4d92'],
  [ticket('truck'), '#2f8f7d'],
  [coins(1), '#d9a93f'],
  [coins(2), '#d9a93f'],
  [coins(3), '#d9a93f'],
]
