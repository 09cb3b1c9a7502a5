import { useTranslation } from 'react-i18next';
import { LOCAL_VALUES, TAB_VALUES, type KeptFor, type LocalKey, type TabKey } from '../../shared/storage/stored-values';
import { ScrollingTable } from './scrolling-table';

type Entries<K extends string> = [K, KeptFor][];

/** Everything that the app stores in a browser, as its own table of keys says. */
export function StoredValues({ about }: { about: string }) {
  const { t } = useTranslation('info');
  const rows = [
    ...(Object.entries(LOCAL_VALUES) as Entries<LocalKey>).map(([key, kept]) => ({
      key,
      kept,
      place: 'local' as const,
    })),
    ...(Object.entries(TAB_VALUES) as Entries<TabKey>).map(([key, kept]) => ({ key, kept, place: 'tab' as const })),
  ];
  return (
    <ScrollingTable about={about} isWide>
      <thead>
        <tr>
          <th>{t('storage.columns.name')}</th>
          <th>{t('storage.columns.place')}</th>
          <th>{t('storage.columns.purpose')}</th>
          <th>{t('storage.columns.kept')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, kept, place }) => (
          <tr key={key}>
            <td>
              <code>{key}</code>
            </td>
            <td className="whitespace-nowrap">{t(`storage.places.${place}`)}</td>
            <td>{t(`storage.purposes.${key}`)}</td>
            <td>{t(`storage.kept.${kept}`)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  );
}
