import { describe, expect, it } from 'vitest';
import { textFraming } from '../../../core/containers/framing/text';
import { layoutOf } from '../../../core/containers/framing/text-layout';
import { cut } from './spans';

async function texts(file: string): Promise<string[]> {
  const framing = textFraming(layoutOf(file));
  const whole = await cut(framing, file);
  for (const size of [1, 2, 3, 5, 8, 13]) expect(await cut(framing, file, size)).toEqual(whole);
  for (const { text, byteStart, byteEnd, line, character } of whole) {
    const bytes = Buffer.from(file).subarray(byteStart, byteEnd).toString();
    expect(bytes).toBe(text);
    expect(file.split('\n')[line]?.slice(character)).toBe(text.split('\n')[0]);
  }
  return whole.map(({ text }) => text);
}

const turn = (role: string, content: string): string => `<|im_start|>${role}\n${content}<|im_end|>\n`;

describe('plain text', () => {
  it('begins a rollout at each system header', async () => {
    const one =
      turn('system', 'Be good.') + turn('user', 'é?') + '<|im_start|>assistant\n<answer> a </answer>';
    expect(await texts(`${one}\n\n\n\n${one}`)).toEqual([one, one]);
    expect(await texts(one + one)).toEqual([one, one]);
  });

  it('begins a rollout at the user where there is no system, but not where results come back', async () => {
    const one =
      turn('user', 'q') +
      turn('assistant', '<tool_call>') +
      turn('user', '\n<tool_response>\nr\n</tool_response>');
    const file = `${one}<|im_start|>assistant\nend\n\n${turn('user', 'q2')}<|im_start|>assistant\nend`;
    expect(await texts(file)).toEqual([
      `${one}<|im_start|>assistant\nend`,
      `${turn('user', 'q2')}<|im_start|>assistant\nend`,
    ]);
  });

  it('knows the headers of Llama and DeepSeek', async () => {
    const llama = '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nq<|eot_id|>';
    expect(await texts(`${llama}\n${llama}`)).toEqual([llama, llama]);
    const deepseek = '<｜User｜>q<｜Assistant｜><think>t</think>a<｜end▁of▁sentence｜>';
    expect(await texts(`${deepseek}\n${deepseek}\n`)).toEqual([deepseek, deepseek]);
  });

  it('begins a rollout at each numeral', async () => {
    const file = '1.<think>\na\n</think><|im_end|>\n2.<think>b\n3. not one<|im_end|>\n1.<search>c</search>\n';
    expect(await texts(file)).toEqual([
      '1.<think>\na\n</think><|im_end|>',
      '2.<think>b\n3. not one<|im_end|>',
      '1.<search>c</search>',
    ]);
  });

  it('is one rollout otherwise, without the blank lines around it', async () => {
    expect(await texts('\n \n<think>a</think>\n\nb  \n\n')).toEqual(['<think>a</think>\n\nb  ']);
    expect(await texts('a\r\nb\r\n\r\n')).toEqual(['a\r\nb']);
    expect(await texts('\n\n')).toEqual([]);
  });

  it('leaves a byte order mark out', async () => {
    const found = await cut(textFraming(layoutOf('<think>')), '\uFEFF<think>a');
    expect(found).toMatchObject([{ text: '<think>a', byteStart: 3, byteEnd: 11 }]);
  });
});
