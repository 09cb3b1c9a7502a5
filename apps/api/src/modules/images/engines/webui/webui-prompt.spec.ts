import { describe, expect, test } from '@jest/globals';
import { withoutOrders } from './webui-prompt.js';

describe('orders to the server inside a prompt', () => {
  test.each([
    ['a fox <lora:secret:1> in snow', 'a fox in snow'],
    ['<LoRA:secret> a fox', 'a fox'],
    ['a fox <hypernet:x:0.5><lyco:y>', 'a fox'],
    ['a fox < lora : x : 1 >', 'a fox'],
    ['a fox <segment:face>', 'a fox'],
    ['a fox <标签:内容>', 'a fox'],
    ['a fox <lo<lora:a:1>ra:b:1> in snow', 'a fox in snow'],
    ['a fox <lora:a <lora:b>> in snow', 'a fox in snow'],
    ['a fox <l<l<lora:a>ora:b>ora:c>', 'a fox'],
    ['a fox <sd_cpp_extra_args>{"steps":1}</sd_cpp_extra_args> in snow', 'a fox in snow'],
    ['a fox <SD_CPP_Extra_Args>{\n"steps":1}\n</sd_cpp_extra_args>', 'a fox'],
    ['a fox <sd_<lora:x>cpp_extra_args>{}</sd_cpp_extra_args> in snow', 'a fox in snow'],
    ['<sd_cpp_extra_args>a fox', 'a fox'],
    ['a fox</sd_cpp_extra_args>', 'a fox'],
    ['a fox <lora:secret:1 in snow', 'a fox in snow'],
    ['a fox <lora:secret', 'a fox'],
    ['<lora:only>', ''],
  ])('%j becomes %j', (prompt, clean) => {
    expect(withoutOrders(prompt)).toBe(clean);
  });

  test.each([
    'I <3 foxes',
    'a < b > c',
    '<b>bold</b> fox',
    '3 < 4: true',
    '  two  spaces  ',
    '狐狸：雪地里的一只，<很美>',
    'ratio 16:9, (fox:1.2)',
  ])('nothing is taken from %j', (prompt) => {
    expect(withoutOrders(prompt)).toBe(prompt);
  });

  test('leave nothing behind that is one, however they are nested', () => {
    const pieces = [
      '<lora:a:1>',
      '<lo',
      'ra:b>',
      '<sd_cpp_extra_args>',
      '</sd_cpp_extra_args>',
      '<',
      '>',
      ':',
      'fox',
      ' ',
    ];
    let state = 7;
    const next = (): number => (state = (state * 48_271) % 2_147_483_647);
    for (let round = 0; round < 3_000; round += 1) {
      const prompt = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join('');
      expect(withoutOrders(prompt)).not.toMatch(/<\w+:|<\/?sd_cpp_extra_args>/i);
    }
  });
});
