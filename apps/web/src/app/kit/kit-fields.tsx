import { useState } from 'react';
import { RadioTiles } from '../../shared/ui/forms/radio-tiles';
import { Select } from '../../shared/ui/forms/select';
import { Switch } from '../../shared/ui/forms/switch';
import { TextArea } from '../../shared/ui/forms/text-area';
import { TextField } from '../../shared/ui/forms/text-field';
import { KitSection } from './kit-section';

export function KitFields() {
  const [text, setText] = useState('一叶小舟');
  const [size, setSize] = useState<'1:1' | '16:9' | '9:16'>('1:1');
  const [on, setOn] = useState(true);
  const [zone, setZone] = useState<'a' | 'b'>('a');
  return (
    <KitSection title="Fields">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Name" hint="Shown to nobody else" defaultValue="Lin" />
        <TextField label="Name" error="A name is needed." defaultValue="" />
        <TextArea label="Prompt" limit={500} value={text} onChange={(event) => setText(event.target.value)} />
        <TextArea
          label="Too long"
          limit={3}
          value={text}
          error="Too long."
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label="Time zone"
          value={zone}
          onChange={setZone}
          options={[
            { value: 'a', label: 'Beijing' },
            { value: 'b', label: 'London' },
          ]}
        />
        <TextField label="Disabled" disabled defaultValue="Not now" />
      </div>
      <RadioTiles
        label="Size"
        value={size}
        onChange={setSize}
        className="grid-cols-4"
        tiles={[
          { value: '1:1', label: 'Square' },
          { value: '16:9', label: 'Wide' },
          { value: '9:16', label: 'Tall', disabled: true },
        ]}
      />
      <Switch label="Notifications" hint="Receipts and changes" checked={on} onChange={setOn} />
      <Switch label="Not available" checked={false} disabled onChange={() => undefined} />
    </KitSection>
  );
}
