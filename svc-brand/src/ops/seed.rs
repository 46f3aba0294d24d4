use anyhow::anyhow;
use service::Clock;
use sqlx::{Connection, PgConnection};

use super::{logo, publish};
use crate::domain::brand::Brand;
use crate::domain::version::Change;
use crate::store;

/// Publishes the brands that are missing, and with `replace` also those that differ. All or nothing.
pub async fn load(
    connection: &mut PgConnection,
    brands: Vec<Brand>,
    clock: &dyn Clock,
    replace: bool,
) -> anyhow::Result<()> {
    let brands = encoded(brands).await?;
    let mut transaction = connection.begin().await?;
    for brand in &brands {
        let change = Change { by: None, at: clock.now() };
        match store::brand::find(&mut *transaction, brand.key.as_str()).await? {
            None => publish::create(&mut transaction, brand, change).await?,
            Some(known) if replace && known.brand != *brand => {
                publish::replace(&mut transaction, brand, known.version, change).await?
            }
            Some(_) => None,
        };
    }
    transaction.commit().await?;
    Ok(())
}

/// The brands with their logos encoded anew.
async fn encoded(brands: Vec<Brand>) -> anyhow::Result<Vec<Brand>> {
    let mut encoded = Vec::with_capacity(brands.len());
    for brand in brands {
        let key = brand.key.clone();
        let brand = logo::encoded(brand).await;
        encoded.push(brand.map_err(|problem| anyhow!("the logo of {}: {}", key.as_str(), problem.message))?);
    }
    Ok(encoded)
}
