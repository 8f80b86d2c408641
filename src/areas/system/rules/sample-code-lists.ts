import { label, type Label } from '#kernel/label.ts'

export const sampleCodeLists: Readonly<Record<string, Readonly<Record<string, Label>>>> = {
  'sample-state': {
    '10': label('정상', 'Good'),
    '20': label('보류', 'Held'),
    '30': label('임박', 'Expiring'),
    '40': label('보세', 'Bonded'),
  },
}
