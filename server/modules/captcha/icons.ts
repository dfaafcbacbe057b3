import { keysOf } from '../../../src/schemas/keysOf.ts'

/** Pictures to click on: outlines in a square of 24 by 24, filled. Their names are the words `captcha.icons.<name>`. */
export const icons = {
  star: 'M12 1.5 15.2 8.6 23 9.4 17.2 14.6 18.8 22.2 12 18.3 5.2 22.2 6.8 14.6 1 9.4 8.8 8.6Z',
  heart: 'M12 22C5 16 1 12.5 1 7.800A5.8 5.8 0 0 1 12 5.2 5.8 5.8 0 0 1 23 7.800C23 12.5 19 16 12 22Z',
  house: 'M12 1.5 23 11H20V22.500H14.500V15H9.500V22.500H4V11H1Z',
  tree: 'M12 1 18 9H15.500L20.5 16H14V23H10V16H3.500L8.5 9H6Z',
  moon: 'M16 1.500A11 11 0 1 0 22.5 15.5 9.5 9.5 0 0 1 16 1.500Z',
  cloud: 'M6 20A5 5 0 0 1 5 10.2 7 7 0 0 1 18.3 9 5.5 5.5 0 0 1 18 20Z',
  umbrella:
    'M12 1.500A11 11 0 0 1 23 12.500H13.200V19.500A3.2 3.2 0 0 1 6.8 19.500H9A1 1 0 0 0 11 19.500V12.500H1A11 11 0 0 1 12 1.500Z',
  lightning: 'M14.5 1 3.5 14H10.500L8 23 20.5 9.500H13Z',
  flag: 'M4 1H6.500V2.500H21L17 8 21 13.500H6.500V23H4Z',
  cup: 'M3 5H17V8H19.500A3.5 3.5 0 0 1 19.5 15H16.800A7 7 0 0 1 3 14ZM17 10.300V12.700H19.500A1.2 1.2 0 0 0 19.5 10.300Z',
  fish: 'M1 12C4 6.5 11 4.5 17 10L23 5.500V18.500L17 14C11 19.5 4 17.5 1 12ZM6 10.500A1.3 1.3 0 1 0 6 13.1 1.3 1.3 0 1 0 6 10.500Z',
  bell: 'M12 1.500A7 7 0 0 1 19 9V15L22 19H2L5 15V9A7 7 0 0 1 12 1.500ZM9 20.300H15A3 3 0 0 1 9 20.300Z',
  key: 'M7 5.500A6 6 0 0 1 12.7 9.700H23.500V13.700H21V17H17.500V13.700H12.700A6 6 0 1 1 7 5.500ZM7 9.200A2.4 2.4 0 1 0 7 14 2.4 2.4 0 1 0 7 9.200Z',
  arrow: 'M13 2.5 23 12 13 21.500V15.500H1V8.500H13Z',
  envelope: 'M1 4.500H23L12 13ZM1 7 12 15.5 23 7V20H1Z',
  mountain: 'M1 21 8.5 6 12.5 13 15.5 9 23 21Z',
} as const satisfies Readonly<Record<string, string>>

export type IconName = keyof typeof icons
export const iconNames = keysOf(icons)
