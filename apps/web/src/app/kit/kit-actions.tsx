import { Check, Download, Heart, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '../../shared/toasts';
import { Badge } from '../../shared/ui/feedback/badge';
import { Button } from '../../shared/ui/actions/button';
import { CopyButton } from '../../shared/ui/actions/copy-button';
import { Dialog } from '../../shared/ui/overlays/dialog';
import { EmptyState } from '../../shared/ui/feedback/empty-state';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { IconButton } from '../../shared/ui/actions/icon-button';
import { Menu } from '../../shared/ui/actions/menu';
import { Pagination } from '../../shared/ui/navigation/pagination';
import { Progress } from '../../shared/ui/feedback/progress';
import { Tabs } from '../../shared/ui/navigation/tabs';
import { KitSection } from './kit-section';

export function KitActions() {
  const [page, setPage] = useState(4);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  return (
    <KitSection title="Actions and states">
      <Buttons />
      <Overlays />
      <div className="flex flex-wrap gap-3">
        <Badge>Plain</Badge>
        <Badge tone="amber" icon={<Check />}>
          Amber
        </Badge>
        <Badge tone="danger">Failed</Badge>
        <Badge tone="ok">Ready</Badge>
        <Badge tone="info">Announced</Badge>
      </div>
      <Progress label="Known" value={0.4} />
      <Progress label="Unknown" value={null} />
      <Pagination page={page} pages={12} onChange={setPage} />
      <Tabs
        label="Tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'One', content: <p>First panel</p> },
          { value: 'two', label: 'Two', content: <p>Second panel</p> },
        ]}
      />
      <ErrorState text="Server error, please try again later" requestId="req_01J" onRetry={() => undefined} />
      <EmptyState
        title="Nothing here yet"
        text="Why, and what to do."
        action={<Button variant="primary">Do it</Button>}
      />
    </KitSection>
  );
}

function Buttons() {
  return (
    <>
      {(['primary', 'quiet', 'ghost', 'danger'] as const).map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-3">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} icon={<Download aria-hidden="true" className="size-4" />}>
            With icon
          </Button>
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
        </div>
      ))}
      <div className="flex gap-2">
        <IconButton label="Favorite" icon={<Heart />} />
        <IconButton label="Delete" icon={<Trash2 />} disabled />
        <IconButton label="Download" icon={<Download />} />
      </div>
    </>
  );
}

function Overlays() {
  const [menu, setMenu] = useState(false);
  const [dialog, setDialog] = useState<'closed' | 'open' | 'busy'>('closed');
  return (
    <div className="flex flex-wrap gap-3">
      <Menu
        label="Actions"
        trigger="Menu"
        triggerClassName="min-h-10 rounded-control border border-field px-4 text-sm font-semibold"
        open={menu}
        onOpenChange={setMenu}
        entries={[
          { key: 'edit', label: 'Edit', icon: <Pencil />, current: true },
          { key: 'delete', label: 'Delete', icon: <Trash2 />, danger: true, separated: true },
        ]}
      />
      <Button onClick={() => setDialog('open')}>Dialog</Button>
      <Button onClick={() => setDialog('busy')}>Busy dialog</Button>
      <Button onClick={() => showToast({ kind: 'success', text: 'Saved' })}>Toast</Button>
      <Button
        onClick={() => showToast({ kind: 'error', text: 'Server error, please try again later', requestId: 'req_01J' })}
      >
        Error toast
      </Button>
      <CopyButton text="copied" />
      <Dialog
        open={dialog !== 'closed'}
        busy={dialog === 'busy'}
        onClose={() => setDialog('closed')}
        title="Delete this image?"
        description="It can be restored for ten seconds."
        actions={
          <>
            <Button onClick={() => setDialog('closed')}>Keep it</Button>
            <Button variant="danger" busy={dialog === 'busy'}>
              Delete
            </Button>
          </>
        }
      />
    </div>
  );
}
